function Get-Total {
    param([object[]]$Items)
    $sum = 0
    foreach ($item in $Items) {
        $sum += $item.Price
    }
    Write-Output $sum
}

Get-ChildItem -Path ./carts -Filter *.json
